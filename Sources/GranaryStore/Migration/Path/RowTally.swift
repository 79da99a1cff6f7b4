/// Counts rows that are done, and reports them at intervals.
package struct RowTally {
    private let monitor: MigrationMonitor?
    private let name: String
    private var count = 0

    /// Begins with no row; without a monitor nothing is reported.
    package init(_ monitor: MigrationMonitor?, _ name: String) {
        self.monitor = monitor
        self.name = name
    }

    /// Notes one row more.
    ///
    /// - Throws: any error of the monitor.
    package mutating func add() throws {
        count += 1
        if count >= MigrationMonitor.interval { try finish() }
    }

    /// Reports the rows not reported yet.
    ///
    /// - Throws: any error of the monitor.
    package mutating func finish() throws {
        let rows = count
        count = 0
        try monitor?.advance(name, by: rows)
    }
}
