import FoundationEssentials
import Granary

/// Where a new package gets Granary from.
enum GranaryDependency: Sendable, Equatable {
    /// A checkout, by its path as the package sees it.
    case checkout(String)
    /// The address of a repository.
    case address(String)

    /// The line of the manifest, with the traits of Granary that the package turns on.
    func line(traits: [String] = []) -> String {
        let names = traits.map { "\"\($0)\"" }.joined(separator: ", ")
        let end = traits.isEmpty ? ")" : ", traits: [\(names)])"
        return switch self {
        case .checkout(let path): ".package(name: \"granary\", path: \"\(Self.quoted(path))\"" + end
        case .address(let url):
            ".package(url: \"\(Self.quoted(url))\", .upToNextMinor(from: \"\(GranaryVersion.current)\")" + end
        }
    }

    /// The name by which targets name the package: that of the checkout above, or the end of the address.
    var identity: String {
        guard case .address(let url) = self else { return "granary" }
        let last = url.parts(between: "/").last { !$0.isEmpty } ?? url
        return Self.quoted(last.part(before: ".git") ?? last).lowercased()
    }

    /// A text inside of a literal of Swift.
    private static func quoted(_ text: String) -> String {
        text.parts(between: "\\").joined(separator: "\\\\").parts(between: "\"").joined(separator: "\\\"")
    }

    /// Whether a folder holds Granary's package.
    static func isCheckout(_ path: String) -> Bool {
        let files = FileManager.default
        return files.fileExists(atPath: PathRule.join(path, "Package.swift"))
            && files.fileExists(atPath: PathRule.join(path, "Sources/GranaryStore"))
    }

    /// The checkout in which this program was built; `nil` for one that was installed elsewhere.
    static func checkoutOfThisTool() -> String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else {
            return nil
        }
        return checkout(around: program)
    }

    /// The checkout that a path lies in.
    static func checkout(around path: String) -> String? {
        var folder = PathRule.directory(of: path)
        while !folder.isEmpty && folder != "/" {
            if isCheckout(folder) { return folder }
            folder = PathRule.directory(of: folder)
        }
        return nil
    }
}
