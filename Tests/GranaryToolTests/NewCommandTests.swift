import ArgumentParser
import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// New packages: which files are written, with what, and what is refused before anything is written.
///
/// That they compile is shown by `NewPackageTests`.
@Suite struct NewCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory("granary-new-") }

    /// Runs the command in the directory, as `main` would.
    private func make(_ arguments: String..., in folder: String = ".") async throws -> Conclusion {
        let place = directory.path(of: folder)
        let parsed = try NewCommand.parseAsRoot(
            arguments + ["--folder", folder == "." ? directory.path : place])
        return await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: directory.url.appending(path: path), encoding: .utf8)
    }

    @Test func theFilesOfAPackage() async throws {
        let done = try await make("book-shop", "--json", "--url", "https://example.org/you/granary.git")
        #expect(done.exitCode == 0 && done.errors.isEmpty)
        let document = try document(NewPackageDocument.self, done)
        #expect(document.name == "book-shop" && document.path == directory.path(of: "book-shop"))
        #expect(
            document.files == [
                "README.md", "Package.swift", "granary.yaml", ".gitignore",
                "Sources/BookShopModels/Note.swift",
                "Sources/BookShopModels/Topic.swift", "Sources/BookShopModels/Schema.swift",
                "Sources/book-shop/Program.swift", "Sources/book-shop-stores/Stores.swift",
                "Tests/BookShopModelsTests/NoteTests.swift",
            ])
        for file in document.files { #expect(try !text("book-shop/\(file)").isEmpty) }
        let manifest = try text("book-shop/Package.swift")
        #expect(
            manifest.contains(
                ".package(url: \"https://example.org/you/granary.git\", .upToNextMinor(from: \"\(GranaryVersion.current)\"))"
            ))
        #expect(manifest.hasPrefix("// swift-tools-version: 6.2\n"))
    }

    @Test func theFilesOfAService() async throws {
        let done = try await make(
            "book-shop", "--service", "--json", "--url", "https://example.org/you/granary")
        #expect(done.exitCode == 0 && done.errors.isEmpty)
        let files = try document(NewPackageDocument.self, done).files
        #expect(
            files.filter { $0.contains("Service") } == [
                "Sources/BookShopService/NoteServer.swift", "Sources/BookShopService/NoteRoutes.swift",
                "Sources/BookShopService/ErrorAnswers.swift",
                "Tests/BookShopServiceTests/NoteServerTests.swift",
            ])
        let manifest = try text("book-shop/Package.swift")
        #expect(manifest.contains("\"\(GranaryVersion.current)\"), traits: [\"Services\"])"))
        let service = try #require(
            manifest.components(separatedBy: "name: \"BookShopService\"").dropFirst().first?
                .components(separatedBy: "]").first)
        #expect(service.contains("\"BookShopModels\"") && service.contains("hummingbird"))
        #expect(!service.contains("GranarySQLite"), "the program names the store, not the service")

        // Without the option nothing of it is there.
        let plain = try await make("shop", "--url", "https://example.org/you/granary")
        #expect(plain.exitCode == 0)
        for word in ["hummingbird", "traits", "Service"] {
            #expect(try !text("shop/Package.swift").contains(word), "\(word)")
        }
    }

    @Test(arguments: NewStore.allCases) func theConfigurationOpensItsStore(_ store: NewStore) async throws {
        #expect(try await make("shop", "--store", store.rawValue, "--url", "https://x.org/g").exitCode == 0)
        let source = FileConfigurationSource(
            path: directory.path(of: "shop/granary.yaml"),
            variables: ["SHOP_DATABASE": "postgresql://user:secret@localhost/shop"], arguments: [])
        let request = ConfigurationRequest(
            schema: try First.schema(), registry: try StoreRegistry(backends: Bare.backends))
        let stores = try await source.configuration(for: request).stores
        #expect(stores.map(\.name) == ["Default"] && stores.map(\.type.name) == [store.rawValue])
        let manifest = try text("shop/Package.swift")
        #expect(manifest.contains("granary(\"\(store.product)\")") && manifest.contains("package: \"g\""))
    }

    @Test func aCheckoutIsNamedByItsPathFromThePackage() async throws {
        for file in ["granary of mine/Package.swift", "granary of mine/Sources/GranaryStore/Store.swift"] {
            let place = directory.url.appending(path: file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: place)
        }
        let checkout = directory.path(of: "granary of mine")
        #expect(try await make("shop", "--path", checkout).exitCode == 0)
        let line = ".package(name: \"granary\", path: \"../granary of mine\")"
        #expect(try text("shop/Package.swift").contains(line))
        try FileManager.default.createDirectory(
            at: directory.url.appending(path: "far/away"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: directory.path(of: "near"), withDestinationPath: directory.path(of: "far/away"))
        #expect(try await make("shop", "--path", checkout, in: "near").exitCode == 0)
        #expect(try text("far/away/shop/Package.swift").contains("path: \"../../../granary of mine\""))
        let build = "\(checkout)/.build/debug/granary"
        #expect(GranaryDependency.checkout(around: build) == checkout)
        #expect(GranaryDependency.checkout(around: "/usr/local/bin/granary") == nil)

        let wrong = try await make("other", "--path", directory.path)
        #expect(wrong.exitCode == 1 && wrong.errors.contains("is no checkout of Granary"))
        #expect(!FileManager.default.fileExists(atPath: directory.path(of: "other")))
    }

    @Test(arguments: [
        "", "1st", "class", "Swift", "granary-shop", "a b", "ä", "a/b", "..", "a\"b", "pg-shop", "swift-log",
        "Hummingbird",
    ])
    func aNameThatIsNoIdentifierIsRefused(_ name: String) async throws {
        let refused = try await make(name, "--url", "https://example.org/granary")
        #expect(refused.exitCode == 1 && refused.errors.contains("cannot be the name of a package"))
        #expect(directory.names.isEmpty)
    }

    @Test func aFolderWithContentIsRefused() async throws {
        let place = directory.url.appending(path: "shop")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(try await make("shop", "--url", "https://example.org/granary").exitCode == 0)
        try Data("mine".utf8).write(to: place.appending(path: "README.md"))
        let refused = try await make("shop", "--url", "https://example.org/granary")
        #expect(refused.exitCode == 1 && refused.errors.contains("exists and is no empty folder"))
        #expect(try text("shop/README.md") == "mine")
    }

    @Test func theNextStepsNameWhatIsNeeded() async throws {
        let done = try await make("shop", "--store", "postgresql", "--url", "https://example.org/granary")
        for word in ["libpq-dev", "SHOP_DATABASE=postgresql://", "swift test", "swift run shop"] {
            #expect(done.output.contains(word))
        }
        let service = try await make(
            "shop-two", "--service", "--store", "memory", "--url", "https://example.org/granary")
        for word in ["swift run shop-two 8080", "http://127.0.0.1:8080/notes"] {
            #expect(service.output.contains(word))
        }
    }

    @Test func theHelpFitsEightyColumns() {
        let help = NewCommand.helpMessage(columns: 80)
        #expect(help.contains("--store") && help.contains("--path") && help.contains("--service"))
        for line in help.split(separator: "\n") where !line.hasPrefix("USAGE:") { #expect(line.count <= 80) }
    }

    @Test func onlyOneDependencyCanBeGiven() {
        #expect(throws: (any Error).self) {
            try NewCommand.parseAsRoot(["shop", "--path", ".", "--url", "https://example.org/granary"])
        }
        #expect(throws: (any Error).self) { try NewCommand.parseAsRoot(["shop", "--store", "paper"]) }
    }
}
