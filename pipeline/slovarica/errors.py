"""What goes wrong for a user, told in one line."""


class SlovaricaError(Exception):
    """A fault in an input or an artefact.

    The message is one line: where (file and line, if there is one), what is wrong, how to mend it.
    The command line prints it and exits with status 2.
    """
