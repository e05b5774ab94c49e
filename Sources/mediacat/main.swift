internal import Glibc
internal import MediacatCommands

exit(await MediacatTool.run())
