import ArgumentParser
import GranaryTool

/// Runs the command-line tool.
@main enum EntryPoint {
    static func main() async {
        await GranaryCommand.main()
    }
}
