import Foundation
import GranaryTestSupport
import Testing

/// The packages that `granary new` writes compile, for every type of store.
///
/// Those of a web service need packages that nothing else fetches: `make new-service` builds, tests and runs one.
@Suite(.timeLimit(.minutes(5))) struct NewPackageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory("granary-new-") }

    /// Writes a package for a type of store, and returns its folder.
    private func package(_ store: String, _ options: [String] = []) throws -> URL {
        let tool = TypeChecker.build.appending(path: "granary").path
        let (output, status) = try TypeChecker.output(
            of: [
                tool, "new", "book-shop", "--store", store, "--folder", directory.path(of: store), "--url",
                "https://example.org/granary",
            ] + options)
        #expect(status == 0, "\(output)")
        return directory.url.appending(path: "\(store)/book-shop")
    }

    /// What the compiler says of the sources in a folder, as a module of its own; nothing when they compile.
    private func complaints(_ folder: URL, _ module: String, _ options: [String] = ["-typecheck"]) throws
        -> String
    {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            folder.appending(path: $0).path
        }
        let (output, status) = try TypeChecker.output(
            of: ["swiftc", "-warnings-as-errors", "-parse-as-library", "-module-name", module]
                + ["-I", directory.path] + options + files.sorted() + (try TypeChecker.flags()))
        return status == 0 ? "" : output
    }

    /// The models are the same for all stores, so they are compiled once; so are their tests.
    @Test func thePackagesCompile() throws {
        for store in ["sqlite", "memory", "leveldb", "postgresql"] {
            let package = try package(store)
            let sources = package.appending(path: "Sources")
            if store == "sqlite" {
                let module = directory.path(of: "BookShopModels.swiftmodule")
                let models = sources.appending(path: "BookShopModels")
                #expect(
                    try complaints(models, "BookShopModels", ["-emit-module", "-emit-module-path", module])
                        == "")
                let tests = package.appending(path: "Tests/BookShopModelsTests")
                #expect(try complaints(tests, "BookShopModelsTests") == "")
            }
            #expect(try complaints(sources.appending(path: "book-shop"), "book_shop") == "")
            #expect(try complaints(sources.appending(path: "book-shop-stores"), "book_shop_stores") == "")
        }
    }

    @Test(arguments: [[], ["--service"]]) func theManifestIsRead(_ options: [String]) throws {
        let package = try package("sqlite", options)
        let (output, status) = try TypeChecker.output(of: ["swift", "package", "dump-package"], in: package)
        #expect(status == 0 && output.contains("\"book-shop-stores\""), "\(output)")
        #expect(output.contains("BookShopServiceTests") == options.contains("--service"))
    }
}
