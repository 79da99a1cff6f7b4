import FoundationEssentials
import Granary

/// Finds programs that were built together with the tests.
public enum ChildProgram {
    /// The path of a program in the folder that the running test bundle lies in, or one above it.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when it has not been built.
    public static func path(of name: String) throws -> String {
        let running = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        for start in CommandLine.arguments + [running] {
            var folders = start.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            while folders.count > 1 {
                let path = (folders + [name[...]]).joined(separator: "/")
                if FileManager.default.isExecutableFile(atPath: path) { return path }
                folders = folders.dropLast()
            }
        }
        throw GranaryError(
            .notFound, "The program “\(name)” is not built; run `swift build --build-tests` first.",
            context: path(name))
    }

    private static func path(_ name: String) -> GranaryError.Context {
        var context = GranaryError.Context()
        context.path = name
        return context
    }
}
