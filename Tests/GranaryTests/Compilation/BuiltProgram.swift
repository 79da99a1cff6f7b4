import Foundation
import GranaryTestSupport

/// A program of a document, built as a user builds it: at the top level of a `main.swift`, over the libraries that are
/// built already.
struct BuiltProgram {
    private let folder: TemporaryDirectory

    /// Compiles and links a program; a file `granary.yaml` is put where it runs.
    ///
    /// - Throws: ``Failure`` with what the compiler or the linker says.
    init(_ text: String, configuration: String?) throws {
        folder = try TemporaryDirectory()
        let file = folder.url.appending(path: "main.swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        try configuration?.write(
            to: folder.url.appending(path: "granary.yaml"), atomically: true, encoding: .utf8)
        // Every library is in the tool, but for the source over HTTP, which the example of a client has with the libraries
        // that its C code needs, and for the bridge to Foundation's predicates.
        let speaksHTTP = text.contains("import GranaryHTTP")
        let (product, main) = speaksHTTP ? ("offline", "OfflineProgram") : ("granary", "GranaryToolMain")
        let libraries = speaksHTTP ? ["-lstdc++", "-lz", "-lm"] : []
        let list = TypeChecker.build.appending(path: "\(product).product/Objects.LinkFileList")
        var objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.contains("/\(main).build/") }
        if text.contains("import GranaryFoundation") {
            let place = TypeChecker.build.appending(path: "GranaryFoundation.build")
            objects += try FileManager.default.contentsOfDirectory(atPath: place.path)
                .filter { $0.hasSuffix(".o") }.map { place.appending(path: $0).path }
        }
        let quoted = objects.map { $0.hasPrefix("'") || $0.hasPrefix("\"") ? $0 : "'\($0)'" }
        let response = folder.url.appending(path: "objects")
        try quoted.joined(separator: "\n").write(to: response, atomically: true, encoding: .utf8)
        let (output, status) = try TypeChecker.output(
            // The toolchain's own linker, which takes a third of the time of the default one.
            of: ["swiftc", "-use-ld=lld", "-o", folder.url.appending(path: "program").path, file.path, "@\(response.path)"]
                + libraries + TypeChecker.flags())
        if status != 0 { throw Failure(output: output) }
    }

    /// What the compiler or the linker says.
    struct Failure: Error { let output: String }

    /// Runs the program in a folder of its own, which is its home too; returns what it prints, and how it ends.
    func run(_ arguments: [String]) throws -> (text: String, status: Int32) {
        let home = folder.url.path
        return try TypeChecker.output(
            of: ["timeout", "60", folder.url.appending(path: "program").path] + arguments, in: folder.url,
            environment: [
                "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CACHE_HOME": "\(home)/cache",
                "XDG_STATE_HOME": "\(home)/state", "XDG_CONFIG_HOME": "\(home)/config",
                "XDG_RUNTIME_DIR": home,
            ])
    }
}
