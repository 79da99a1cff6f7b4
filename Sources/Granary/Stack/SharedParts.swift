internal import Logging

/// What the stacks that share their stores have in common, besides their threads.
final class SharedParts: Sendable {
    /// What a stack reports to.
    struct Reports {
        /// Reports operations; `nil` if no log, metric or trace would show them.
        let observer: OperationObserver?
        /// Receives warnings.
        let logger: Logger

        fileprivate init(_ telemetry: Telemetry) {
            observer = OperationObserver(telemetry)
            logger = telemetry.logger
        }
    }

    private let telemetry: Telemetry
    private let reports: Reports
    /// Measures times, and pauses before work is tried again.
    let clock: any Clock<Duration>
    /// The clock, for measuring.
    let time: ElapsedTime
    /// Logs what may be a mistake, such as a unit of work that ends with unsaved changes.
    let notices: RareNotices
    /// Makes time-ordered identifiers.
    let identifiers = TimeOrderedUUIDSource()
    /// The commits that are under way.
    let order = CommitOrder()
    /// The stores that are open.
    let stores = SharedStores()

    /// Makes them for a first stack.
    init(_ telemetry: Telemetry, _ clock: any Clock<Duration>) {
        self.telemetry = telemetry
        reports = Reports(telemetry)
        self.clock = clock
        time = ElapsedTime(clock)
        notices = RareNotices(time)
    }

    /// Logs units of work that wait long for one of some threads.
    func waits(forOneOf threads: Int) -> LongWaits {
        LongWaits(time) { [notices, logger = reports.logger] waited in
            notices.record(.longWait, to: logger) {
                let seconds = waited.components.seconds
                return
                    "A unit of work waited \(seconds) s for one of the \(threads) threads of its stack. Look for units of work that take long, or set `workers` to more."
            }
        }
    }

    /// What a stack reports to; the reports of one that is of an account carry the name of its place.
    func reports(ofAccountAt place: String?) -> Reports {
        place.map { Reports(telemetry.marked("granary.account", $0)) } ?? reports
    }
}
