package import ArgumentParser
import Granary

/// Writes a package that uses Granary.
///
/// Only the tool without models offers it; a program has a package already.
package struct NewCommand: ToolCommand {
    /// The name and the help.
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "new",
            abstract: "Writes a package that builds and passes its tests.",
            discussion: """
                The package has its models in a module of their own, a program, a tool for \
                its stores, a configuration and tests. With --service the program is a web \
                service on Hummingbird, which stops gracefully. The package depends on \
                Granary at --path or --url; without either, on the checkout in which this \
                tool was built.
                """)
    }

    /// The name of the package.
    @Argument(help: "The name of the package and of its program, such as book-shop.")
    package var name: String

    /// The type of its store.
    @Option(help: "The type of its store: sqlite, memory, leveldb or postgresql.")
    package var store = NewStore.sqlite

    /// Whether its program is a web service.
    @Flag(help: "Make its program a web service on Hummingbird.")
    package var service = false

    /// The directory in which the folder of the package is made.
    @Option(help: "The directory in which the package gets its folder.", completion: .directory)
    package var folder = "."

    /// The path of a checkout of Granary.
    @Option(help: "The path of a checkout of Granary.", completion: .directory)
    package var path: String?

    /// The address of Granary's repository.
    @Option(help: "The address of Granary's repository.")
    package var url: String?

    /// How the answer is wanted.
    @OptionGroup package var output: OutputOptions

    /// Makes the command; the parser fills it in.
    package init() {}

    /// Refuses two dependencies.
    package func validate() throws {
        if path != nil && url != nil { throw ValidationError("Give either --path or --url.") }
    }

    /// Writes the package.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a name that cannot be one, and for a folder with content;
    ///   ``GranaryError/Code/notFound`` where Granary cannot be found; ``GranaryError/Code/io``.
    package func answer(on screen: Screen) async throws -> ToolAnswer {
        let name = try PackageName(self.name)
        let place = PackageFolder(PathRule.join(folder, name.text))
        let package = NewPackage(
            name: name, store: store, isService: service, dependency: try dependency(from: place))
        let files = package.files
        try place.write(files)
        let names = files.map(\.path)
        return ToolAnswer(
            text: "Made the package “\(name.text)” in \(place.path), with \(files.count) files.\n"
                + package.nextSteps(in: place.path),
            document: NewPackageDocument(name: name.text, path: place.path, files: names))
    }

    private func dependency(from place: PackageFolder) throws -> GranaryDependency {
        if let url { return .address(url) }
        if let path {
            guard GranaryDependency.isCheckout(path) else {
                throw GranaryError(
                    .notFound,
                    "“\(path)” is no checkout of Granary. Give the folder that holds its Package.swift.")
            }
            return .checkout(place.relativePath(to: path))
        }
        guard let checkout = GranaryDependency.checkoutOfThisTool() else {
            throw GranaryError(
                .notFound,
                "This tool does not lie in a checkout of Granary. Give one with --path, or the address of the repository with --url."
            )
        }
        return .checkout(place.relativePath(to: checkout))
    }
}

/// The document that `new --json` prints.
package struct NewPackageDocument: Codable, Sendable, Equatable {
    /// The name of the package.
    package var name: String
    /// The path of its folder.
    package var path: String
    /// The paths of its files, within the folder.
    package var files: [String]
}
