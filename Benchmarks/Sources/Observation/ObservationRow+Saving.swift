internal import Granary

extension ObservationRow {
    /// Saves changed and new departures of the main context, and returns for how long that blocks the main actor.
    @MainActor static func blocking(
        _ airport: Airport, _ directory: String, _ size: Int, inBackground: Bool
    ) async throws -> Spent {
        let stack = try airport.open(in: directory)
        try await stack.perform { try $0.insertDepartures(0..<size) }
        let main = try stack.mainContext
        for departure in try main.fetch(Departure.all.limit(size / 20)) { departure.delay += 1 }
        for number in size..<size + size / 20 {
            try main.insert(Departure(id: number, gate: number % 100, delay: 0))
        }
        var blocked = Spent()
        if inBackground {
            let ending = Ending()
            let saving = Task { @MainActor in
                defer { ending.isReached = true }
                try await main.saveInBackground()
            }
            while !ending.isReached {
                let watch = Stopwatch(of: .thread)
                await Task.yield()
                let gap = watch.spent
                // A job of an idle main actor is far shorter.
                if gap.processorTime > .microseconds(50) { blocked += gap }
            }
            try await saving.value
        } else {
            let watch = Stopwatch(of: .thread)
            try main.save()
            blocked = watch.spent
        }
        try await stack.close()
        return blocked
    }
}

/// The end of a save in the background.
@MainActor private final class Ending {
    var isReached = false
}
