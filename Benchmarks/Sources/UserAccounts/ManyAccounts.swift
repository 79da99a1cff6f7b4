internal import CMemoryBenchmark
internal import Foundation
internal import Granary
internal import GranaryAccounts
internal import Workload

/// Two hundred accounts without stores in memory, and one more; they are measured in a process of its own.
public enum ManyAccounts {
    /// How many accounts are measured.
    public static let count = 200

    /// Makes them in an empty directory.
    ///
    /// - Throws: errors of the stores.
    public static func make(in directory: String) async throws {
        try await Travel.make(count + 1, in: directory, Travel.schemaOfFiles())
    }

    /// The bytes that the program has from the allocator now, without what is free between them; 0 where it does not tell.
    public static var bytesInUse: Int {
        #if canImport(Glibc)
            Int(mallinfo2().uordblks)
        #else
            0
        #endif
    }

    /// Opens them with a unit of work each, and waits until they rest, where that is wanted.
    ///
    /// `look` is called before, when one has been open and has worked, and in the end.
    ///
    /// - Throws: errors of the stores; of `look`; ``WorkloadError`` when they do not rest.
    public static func open(
        in directory: String, untilRest isResting: Bool, _ look: () throws -> Void
    ) async throws {
        OpenFiles.raiseLimit()
        let accounts = try await Travel.open(
            in: directory, Travel.schemaOfFiles(), restsAfter: isResting ? .milliseconds(50) : nil)
        // The cost of the first use of models, backend and engine is not theirs.
        try await work(in: accounts, count)
        if isResting { try await rest([accounts.account(Traveller.id(count)).stack]) }
        try looking(look)
        var stacks: [PersistentStack] = []
        for number in 0..<count {
            stacks.append(try await work(in: accounts, number))
        }
        if isResting { try await rest(stacks) }
        try looking(look)
        try await accounts.close()
    }

    @discardableResult private static func work(
        in accounts: TravelAccounts, _ number: Int
    ) async throws -> PersistentStack {
        let stack = try await accounts.account(Traveller.id(number)).stack
        let trips = try await stack.perform { context in
            let trips = try context.fetch(Trip.all)
            for trip in trips { trip.days += 1 }
            try context.save()
            return trips.count
        }
        if trips != 1 { throw WorkloadError("An account has not its own trip.") }
        return stack
    }

    private static func rest(_ stacks: [PersistentStack]) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !stacks.allSatisfy({ $0.status.phase == .resting }) {
            if ContinuousClock.now > end { throw WorkloadError("The accounts do not rest.") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Calls the closure when the memory that nobody uses is the system's again.
    private static func looking(_ look: () throws -> Void) throws {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
        try look()
    }
}
