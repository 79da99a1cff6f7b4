#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The rules for the name of a store's file and of its directory.
package enum PathRule {
    /// The longest file name in bytes: Linux allows 255, and side files and copies add to the name.
    package static let longestFile = 200
    /// The longest path in bytes: `PATH_MAX` of Linux.
    package static let longestPath = 4_096

    /// The fault of a file name, as the end of a sentence; `nil` for a good name.
    package static func fault(file name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name == "." || name == ".." { return "“\(name)” is a directory; name a file" }
        if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { return "contains a control character" }
        if name.holds("/") || name.holds("\\") {
            return "“\(name)” contains a separator; name the directory as `location`"
        }
        if let variable = variable(in: name) { return "contains “\(variable)”\(unexpanded)" }
        if name.utf8.count > longestFile { return "is longer than \(longestFile) bytes" }
        return nil
    }

    /// The fault of a directory, as the end of a sentence; `nil` for a good one.
    package static func fault(directory path: String) -> String? {
        if path.isEmpty { return "is empty; leave it out or name a directory" }
        if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { return "contains a control character" }
        if path.begins(with: "~") { return "begins with “~”, which only shells expand; write the whole path" }
        if let variable = variable(in: path) { return "contains “\(variable)”\(unexpanded)" }
        if path.utf8.count > longestPath { return "is longer than \(longestPath) bytes" }
        if path.parts(between: "/").contains(where: { $0.utf8.count > 255 }) {
            return "has a part that is longer than 255 bytes"
        }
        return nil
    }

    /// The end of a sentence about a variable of the environment.
    private static let unexpanded =
        ", which only shells replace by its value; write the whole path, or set the key by the environment or an argument"

    /// The first variable that a shell would replace, such as `$HOME` or `${HOME}`.
    private static func variable(in path: String) -> String? {
        let bytes = Array(path.utf8)
        for (start, byte) in bytes.enumerated() where byte == UInt8(ascii: "$") {
            let rest = bytes[(start + 1)...]
            let isBraced = rest.first == UInt8(ascii: "{")
            let name = (isBraced ? rest.dropFirst() : rest).prefix(while: isInName)
            guard let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                continue
            }
            if isBraced, name.endIndex == bytes.endIndex || bytes[name.endIndex] != UInt8(ascii: "}") {
                continue
            }
            return String(decoding: bytes[start..<name.endIndex], as: UTF8.self) + (isBraced ? "}" : "")
        }
        return nil
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether a path has a part `..`, which leads out of the directory that it is relative to.
    package static func leadsUp(_ path: String) -> Bool { path.parts(between: "/").contains("..") }

    /// The end of a sentence about a location that leads up.
    package static let upwards =
        "contains “..”, which may lead out of the directory that is meant; write the whole path, or name it in the configuration file"

    /// The same path without `..`, resolved from the current directory if it begins with one.
    ///
    /// Symbolic links are not followed: `a/../b` is `b`.
    package static func normal(_ path: String) -> String {
        guard leadsUp(path) else { return path }
        var parts: [String] = []
        for part in absolute(path).parts(between: "/") where !part.isEmpty && part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The same path from the root of the file system.
    package static func absolute(_ path: String) -> String {
        if path.begins(with: "/") { return path }
        guard let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        return String(cString: current) + "/" + path
    }

    /// A path relative to a directory; an absolute path is returned unchanged.
    package static func join(_ directory: String, _ path: String) -> String {
        if path.begins(with: "/") || directory.isEmpty { return path }
        let trimmed = path.rest(after: "./") ?? path
        return directory.ends(with: "/") ? directory + trimmed : "\(directory)/\(trimmed)"
    }

    /// The directory a file is in; empty for the current one.
    package static func directory(of path: String) -> String {
        guard let directory = path.halves(atLast: "/")?.before else { return "" }
        return directory.isEmpty ? "/" : directory
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        path.halves(atLast: "/")?.after ?? path
    }
}
