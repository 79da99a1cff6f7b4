import FoundationEssentials
import Granary

/// The files in which the kernel says how scarce memory is; those that are not there say nothing.
package struct MemoryFiles: Sendable {
    /// How long the tasks of the machine wait for memory (Linux, `Documentation/accounting/psi.rst`).
    package var pressure = "/proc/pressure/memory"
    /// The control groups of this process (cgroup_namespaces(7)).
    package var membership = "/proc/self/cgroup"
    /// Where the tree of control groups is, in version 2 (`Documentation/admin-guide/cgroup-v2.rst`).
    package var groups = "/sys/fs/cgroup"

    /// The files of this machine.
    package init() {}

    /// Files in other places, for tests.
    package init(pressure: String, membership: String, groups: String) {
        self.pressure = pressure
        self.membership = membership
        self.groups = groups
    }
}

extension MemoryFiles {
    /// The share of the last ten seconds, in percent, that some task has waited for memory when it is scarce.
    private static let mostWaiting = 10.0
    /// The share of its limit that a group holds when memory is scarce.
    private static let mostHeld = 0.9
    /// Groups above this many are not looked at, nor more bytes of a file.
    private static let (mostLevels, mostBytes) = (32, 65_536)

    /// Whether memory is scarce, on the machine or in one of the groups that the process is in.
    ///
    /// - Complexity: a few small files of the kernel, in some ten microseconds; none of them waits.
    package var sayScarce: Bool {
        isWaiting(pressure) || folders.contains { isWaiting($0 + "/memory.pressure") || isFull($0) }
    }

    /// The folders of the process's group and of those around it.
    private var folders: [String] {
        // Version 2 has one line, with an empty list of controllers.
        guard let path = lines(membership).lazy.compactMap({ $0.rest(after: "0::/") }).first else {
            return []
        }
        var parts = path.parts(between: "/").filter { !$0.isEmpty }
        // A group outside of the namespace is not in the tree.
        if parts.contains("..") || parts.count > Self.mostLevels { return [] }
        var folders: [String] = []
        while true {
            folders.append(([groups] + parts).joined(separator: "/"))
            if parts.popLast() == nil { return folders }
        }
    }

    /// Whether tasks wait for memory: `some avg10=12.50 avg60=…`.
    private func isWaiting(_ path: String) -> Bool {
        guard let words = lines(path).lazy.compactMap({ $0.rest(after: "some ") }).first?.parts(between: " "),
            let share = words.lazy.compactMap({ $0.rest(after: "avg10=") }).first.flatMap(Double.init)
        else { return false }
        return share >= Self.mostWaiting
    }

    /// Whether a group is near its limit, without the pages of files that the kernel drops before it acts.
    private func isFull(_ folder: String) -> Bool {
        let limits = ["memory.max", "memory.high"].compactMap { number(folder + "/" + $0) }
        guard let limit = limits.min(), let held = number(folder + "/memory.current") else { return false }
        return Double(held - min(droppable(folder), held)) >= Double(limit) * Self.mostHeld
    }

    /// The bytes of the pages of files that were not used lately.
    private func droppable(_ folder: String) -> UInt64 {
        let rest = lines(folder + "/memory.stat").lazy.compactMap { $0.rest(after: "inactive_file ") }.first
        return rest.flatMap { UInt64($0) } ?? 0
    }

    /// The number in a file; `nil` for another word, such as `max`.
    private func number(_ path: String) -> UInt64? { lines(path).first.flatMap { UInt64($0) } }

    /// The lines of a file; none of one that cannot be read.
    private func lines(_ path: String) -> [String] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
        return String(decoding: data.prefix(Self.mostBytes), as: UTF8.self).parts(between: "\n")
    }
}
