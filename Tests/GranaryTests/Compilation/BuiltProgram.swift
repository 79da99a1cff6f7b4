import Foundation
import GranaryTestSupport

/// A program of a document, built as a user builds it: at the top level of a `main.swift`, over the libraries that are
/// built already.
struct BuiltProgram {
    private let folder: TemporaryDirectory

    /// Compiles and links a program; a file `granary.yaml` is put where it runs.
    ///
    /// `module` is one more module, which the program may import.
    ///
    /// - Throws: ``Failure`` with what the compiler or the linker says.
    init(_ text: String, configuration: String? = nil, beside module: Module? = nil) throws {
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
        if let module { objects += try Self.compile(module, in: folder.url) }
        let quoted = objects.map { $0.hasPrefix("'") || $0.hasPrefix("\"") ? $0 : "'\($0)'" }
        let response = folder.url.appending(path: "objects")
        try quoted.joined(separator: "\n").write(to: response, atomically: true, encoding: .utf8)
        let (output, status) = try TypeChecker.output(
            // The toolchain's own linker, which takes a third of the time of the default one.
            of: ["swiftc", "-use-ld=lld", "-o", folder.url.appending(path: "program").path, file.path]
                + ["@\(response.path)"] + libraries + ["-I", folder.url.path] + TypeChecker.flags())
        if status != 0 { throw Failure(output: output) }
    }

    /// A module of several files.
    struct Module {
        let name: String
        /// The texts of its files by their names without `.swift`.
        let files: [String: String]
    }

    /// Compiles each file of a module by itself, as a debug build does; returns the paths of the objects.
    private static func compile(_ module: Module, in folder: URL) throws -> [String] {
        for (name, text) in module.files {
            try text.write(to: folder.appending(path: "\(name).swift"), atomically: true, encoding: .utf8)
        }
        let names = module.files.keys.sorted()
        let (output, status) = try TypeChecker.output(
            of: ["swiftc", "-c", "-parse-as-library", "-module-name", module.name, "-warnings-as-errors"]
                + ["-emit-module", "-emit-module-path", "\(module.name).swiftmodule"]
                + names.map { "\($0).swift" } + TypeChecker.flags(), in: folder)
        if status != 0 { throw Failure(output: output) }
        return names.map { folder.appending(path: "\($0).o").path }
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
