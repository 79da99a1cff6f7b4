import Foundation
import Granary
import GranaryTestSupport
import Testing

/// Recorded versions of a schema, and what their stores could not follow.
@Suite struct SchemaHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "schemas-\(UInt64.random(in: .min ... .max))"
    ).path

    private func schema(
        _ attributes: [AttributeDescription] = [], key: [String] = ["id"], uniques: [[String]] = [],
        name: String = "Flight"
    ) throws -> Schema {
        let model = ModelDescription(
            name: name, attributes: [.init("id", .integer), .init("code", .text)] + attributes, key: key,
            uniques: uniques)
        return try Schema("Flights", descriptions: [(model, nil)])
    }

    private func problem(_ schema: Schema, consents: Set<String> = []) -> GranaryError? {
        failure { try SchemaHistory.verify(schema, against: folder, consents: consents) }
    }

    private func recorded(_ body: (Schema) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try schema()
        try SchemaHistory.record(first, as: "1.0", in: folder)
        try body(first)
    }

    @Test func whatFollowsByItselfIsVerified() throws {
        try recorded { first in
            let optional = try schema([.init("more", .text, isOptional: true)])
            let filled = try schema([.init("more", .integer, defaultValue: .integer(1))])
            let wider = try schema(key: ["id", "code"])
            for next in [first, optional, filled, wider] { #expect(problem(next) == nil) }
        }
    }

    @Test func whatAStoreCannotFollowIsRefusedWithTheVersionAndTheStep() throws {
        try recorded { _ in
            let required = try problem(schema([.init("more", .text)]))
            #expect(required?.code == .schema)
            let message = required?.message ?? ""
            #expect(message.contains("1.0") && message.contains("add Flight.more: impossible"))
            let trip = try schema(name: "Trip")
            let renamed = problem(trip)
            #expect(renamed?.message.contains("drop Flight") == true)
            #expect(problem(trip, consents: ["drop Flight"]) == nil)
        }
    }

    @Test func whatDependsOnRowsNeedsToBeNamed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let optional = try schema([.init("more", .text, isOptional: true)])
        try SchemaHistory.record(optional, as: "1.0", in: folder)
        let required = try schema([.init("more", .text)])
        let error = problem(required)
        #expect(
            error?.message.contains("“make Flight.more required” only if every object has a value") == true)
        #expect(problem(required, consents: ["make Flight.more required"]) == nil)
    }

    @Test func whatKeysAndUniqueConstraintsAskOfRowsNeedsToBeNamed() throws {
        try recorded { _ in
            for (next, step) in [
                (try schema(key: ["code"]), "make Flight.code the primary key"),
                (try schema(uniques: [["code"]]), "make Flight.code unique"),
            ] {
                let error = problem(next)
                #expect(
                    error?.message.contains("“\(step)” only if no two objects have the same values") == true)
                #expect(problem(next, consents: [step]) == nil)
            }
            // What the key keeps apart cannot repeat, nor can what no object has yet.
            #expect(try problem(schema(uniques: [["id", "code"]])) == nil)
            #expect(
                try problem(schema([.init("more", .text, isOptional: true)], uniques: [["more"]])) == nil)
        }
    }

    @Test func integersThatBecomeRealNeedToBeNamed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try SchemaHistory.record(
            schema([.init("more", .integer, isOptional: true)]), as: "1.0", in: folder)
        for (type, isSure) in [(AttributeType.real, false), (.decimal, true), (.text, true)] {
            let next = try schema([.init("more", type, isOptional: true)])
            #expect((problem(next) == nil) == isSure)
            #expect(problem(next, consents: ["change Flight.more from integer to \(type.rawValue)"]) == nil)
        }
    }

    @Test func migrationsHaveToLeadFromEveryVersion() throws {
        try recorded { first in
            let second = try schema([.init("more", .text)])
            let leading = second.following([Migration(from: first, to: second) { _ in }])
            #expect(problem(leading) == nil)
            let other = try schema([.init("other", .text)])
            let error = problem(second.following([Migration(from: other, to: second) { _ in }]))
            #expect(error?.message.contains("no migration begins there") == true)
        }
    }

    @Test func aVersionIsRecordedOnceAndDoesNotChange() throws {
        try recorded { first in
            let names = try SchemaHistory.versions(in: folder).map(\.name)
            #expect(names == ["1.0"])
            try SchemaHistory.record(first, as: "1.0", in: folder)
            let error = failure {
                try SchemaHistory.record(schema([.init("more", .text)]), as: "1.0", in: folder)
            }
            #expect(error?.code == .configuration)
            #expect(
                failure { try SchemaHistory.record(first, as: "../x", in: folder) }?.code == .configuration)
        }
    }

    @Test func aFileThatWasEditedByHandIsRefused() throws {
        try recorded { first in
            let path = "\(folder)/1.0.json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing("\"code\"", with: "\"kode\"").write(
                toFile: path, atomically: true, encoding: .utf8)
            #expect(problem(first)?.code == .corrupt)
            try "{}".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(problem(first)?.code == .corrupt)
            #expect(failure { try SchemaHistory.record(first, as: "1.0", in: folder) }?.code == .corrupt)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}")
        }
    }

    /// A default and the rule of a relationship are in no fingerprint.
    @Test func everyEditOfAFileIsFoundAndAnotherLayoutIsNone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try schema([.init("more", .text, defaultValue: .text("x y"))])
        let path = try SchemaHistory.record(first, as: "1.0", in: folder)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for (old, new) in [("x y", "z"), ("\"1.0\"", "\"2.0\""), ("\"Default\"", "\"Other\"")] {
            let edited = text.replacing(old, with: new)
            #expect(edited != text)
            try edited.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(problem(first)?.code == .corrupt, "\(old)")
        }
        try text.replacing("\n", with: "\r\n").replacing("  ", with: "\t").write(
            toFile: path, atomically: true, encoding: .utf8)
        #expect(problem(first) == nil)
    }

    @Test func aFileWithoutADigestIsReadByItsFingerprint() throws {
        try recorded { first in
            let path = "\(folder)/1.0.json"
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            let kept = lines.filter { !$0.contains("\"digest\"") }
            #expect(kept.count == lines.count - 1)
            try kept.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
            #expect(problem(first) == nil)
            try SchemaHistory.record(first, as: "1.0", in: folder)
        }
    }

    @Test func aMissingFolderIsNamed() throws {
        let error = try problem(schema())
        #expect(error?.code == .notFound)
    }
}
