/// The rules for the name of a store's file and of its directory.
enum PathRule {
    /// The longest file name in bytes: Linux allows 255, and side files and copies add to the name.
    static let longestFile = 200
    /// The longest path in bytes: `PATH_MAX` of Linux.
    static let longestPath = 4_096

    /// The fault of a file name, as the end of a sentence; `nil` for a good name.
    static func fault(file name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name == "." || name == ".." { return "“\(name)” is a directory; name a file" }
        if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { return "contains a control character" }
        if name.holds("/") || name.holds("\\") {
            return "“\(name)” contains a separator; name the directory as `location`"
        }
        if name.utf8.count > longestFile { return "is longer than \(longestFile) bytes" }
        return nil
    }

    /// The fault of a directory, as the end of a sentence; `nil` for a good one.
    static func fault(directory path: String) -> String? {
        if path.isEmpty { return "is empty; leave it out or name a directory" }
        if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { return "contains a control character" }
        if path.begins(with: "~") { return "begins with “~”, which only shells expand; write the whole path" }
        if path.utf8.count > longestPath { return "is longer than \(longestPath) bytes" }
        if path.parts(between: "/").contains(where: { $0.utf8.count > 255 }) {
            return "has a part that is longer than 255 bytes"
        }
        return nil
    }

    /// A path relative to a directory; an absolute path is returned unchanged.
    static func join(_ directory: String, _ path: String) -> String {
        if path.begins(with: "/") || directory.isEmpty { return path }
        let trimmed = path.rest(after: "./") ?? path
        return directory.ends(with: "/") ? directory + trimmed : "\(directory)/\(trimmed)"
    }

    /// The directory a file is in; empty for the current one.
    static func directory(of path: String) -> String {
        guard let directory = path.halves(atLast: "/")?.before else { return "" }
        return directory.isEmpty ? "/" : directory
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.halves(atLast: "/")?.after ?? path
    }
}
