import FoundationEssentials

/// The files that this process has open, from Linux's `/proc`.
enum OpenDescriptors {
    /// The paths of open files below a directory, sorted.
    static func below(_ directory: String) -> [String] {
        let list = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return list.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        .filter { $0.hasPrefix(directory + "/") }.sorted()
    }
}
