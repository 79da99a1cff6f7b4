import Foundation
import GranaryTestSupport
import Testing

/// The page “A year in the life of a store” shows the sources of the program `library`, and what its commands print.
@Suite(.timeLimit(.minutes(5))) struct TutorialTests {
    @Test func commandsPrintWhatThePageShows() throws {
        let page = try Tutorial()
        let shell = try Shell(configuration: try #require(page.configuration))
        #expect(page.commands.count >= 15)
        for command in page.commands {
            let outcome = try shell.run(command.line, release: command.release)
            let printed = Tutorial.comparable(
                outcome.output + outcome.errors, in: shell.directory.path)
            #expect(
                printed == Tutorial.comparable(command.output, in: shell.directory.path),
                "\(command.release): \(command.line)")
        }
    }

    @Test func releasesAreThoseOfTheProgram() throws {
        let sources = try Tutorial.sources()
        let page = try Tutorial()
        #expect(page.releases.count == 7)
        for release in page.releases {
            #expect(sources.contains { $0.contains(release) }, "The program has no \(release.prefix(40))")
        }
    }
}

/// The page, taken apart.
private struct Tutorial {
    /// A command, with what the page says that it prints.
    struct Command {
        let release: String
        let line: String
        var output = ""
    }

    /// The configuration file of the page.
    private(set) var configuration: String?
    /// The sources of the releases, and of what the last month does.
    private(set) var releases: [String] = []
    /// The commands in order.
    private(set) var commands: [Command] = []

    /// What the models of a release end with.
    private static let models = "static func schema() throws -> Schema {"
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL

    init() throws {
        let path = "Sources/Granary/Granary.docc/AYearInTheLifeOfAStore.md"
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        var release = ""
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            // The last month has no release of its own.
            if section.contains(Self.models) { release = section.prefix { $0.isLetter }.lowercased() }
            for (index, part) in section.components(separatedBy: "```").enumerated() where index % 2 == 1 {
                let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                let content = lines.dropFirst().dropLast()
                switch lines.first {
                case "yaml": configuration = configuration ?? content.joined(separator: "\n") + "\n"
                case "swift":
                    let code = content.drop { !$0.hasPrefix("enum ") && !$0.hasPrefix("func ") }
                        .joined(separator: "\n")
                    if code.contains(Self.models) || code.hasPrefix("func ") { releases.append(code) }
                case "console": read(content, release)
                default: continue
                }
            }
        }
    }

    private mutating func read(_ lines: ArraySlice<String>, _ release: String) {
        for line in lines {
            if line.hasPrefix("$ ") {
                commands.append(Command(release: release, line: String(line.dropFirst(2))))
            } else if let last = commands.indices.last {
                commands[last].output += line + "\n"
            }
        }
    }

    /// A text without what differs from run to run: the directory, times, and the moments in names.
    static func comparable(_ text: String, in directory: String) -> String {
        text.replacing("\(directory)/", with: "").replacing(#/[0-9]+\.[0-9] s/#, with: "0.0 s")
            .replacing(#/[0-9]{8}T[0-9]{6}Z/#, with: "20130101T000000Z")
            .split(separator: "\n").map { $0.trimmingSuffix { $0 == " " } }.joined(separator: "\n")
    }

    /// The sources of the program.
    static func sources() throws -> [String] {
        let folder = root.appending(path: "Examples/Library/Sources/Releases")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }
}

extension Substring {
    /// The text without the characters at its end for which something holds.
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, condition(last) { rest.removeLast() }
        return rest
    }
}
