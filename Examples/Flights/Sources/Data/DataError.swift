/// Data that cannot be read: the file, the line, the fault and the remedy.
package struct DataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file or folder.
    package var path: String
    /// The line of a text file, counted from 1.
    package var line: Int?
    /// The fault, and the remedy where there is one.
    package var problem: String

    /// Makes an error.
    package init(_ path: String, line: Int? = nil, _ problem: String) {
        self.path = path
        self.line = line
        self.problem = problem
    }

    /// Place and problem in one line.
    package var description: String {
        line.map { "\(path), line \($0): \(problem)" } ?? "\(path): \(problem)"
    }
}
