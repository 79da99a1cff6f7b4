import CustomBackend
import Foundation
import Granary
import GranaryConformance

/// The process that the crash promises kill while it saves to the example's store, or to one that is wrong on purpose.
@main struct LogCrashChild {
    static func main() async throws {
        let backend =
            switch ProcessInfo.processInfo.environment["GRANARY_CRASH_FAULT"] {
            case "late": Backend(FaultyLog<LateSession>.self)
            case "halves": Backend(FaultyLog<HalvingSession>.self)
            default: Backend(LogStore.self)
            }
        let harness = ConformanceHarness(backend) { name, place in
            StoreConfiguration(
                name: name, type: LogStore.type, location: place.directory, file: place.store)
        }
        try await CrashWriter(harness).run(CommandLine.arguments)
    }
}
