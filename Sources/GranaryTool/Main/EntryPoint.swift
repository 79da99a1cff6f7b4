import ArgumentParser
import Granary
import GranaryAccounts
import GranaryAccountsTool
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite
import GranarySync
import GranarySyncTool
import GranaryTool

/// The tool without models, for stores of every backend that ships.
enum Shipped: ToolProgram {
    static let name = "granary"
    static let version = GranaryVersion.current
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static let sections = [ConfigurationSection.sync, .accounts]
    static var commands: [any ParsableCommand.Type] {
        [OutboxCommand<Shipped>.self, AccountsCommand<Shipped>.self, NewCommand.self]
    }
    static func schema() throws -> Schema? { nil }
}

/// Runs the command-line tool.
@main enum EntryPoint {
    static func main() async {
        await StoreTool<Shipped>.runProgram()
    }
}
