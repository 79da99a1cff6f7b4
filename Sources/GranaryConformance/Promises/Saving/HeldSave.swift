import Granary

extension ConformanceBench {
    /// Runs a closure on the main actor with a started stack that contains the library and has one thread for work.
    func withOneWorker(
        strategy: any ContextStrategy = .direct, changing change: (inout StackSettings) -> Void = { _ in },
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) async throws {
        var settings = harness.settings
        settings.workers = 1
        change(&settings)
        try await withLibrary(settings: settings, strategy: strategy, body)
    }
}

/// Whether a save in the background has ended.
@MainActor private final class SaveWatch {
    var hasEnded = false
}

extension PersistentStack {
    /// Saves a context in the background, and runs a closure after its changes were handed over and before they are
    /// committed.
    ///
    /// The stack has one thread for work, which is kept busy meanwhile.
    @MainActor func saveHeld(
        _ context: ManagedContext, _ meanwhile: @MainActor (Task<Void, any Error>) async throws -> Void
    ) async throws {
        let gate = ThreadGate()
        let holder = await hold(gate)
        let watch = SaveWatch()
        let saving = Task { @MainActor in
            defer { watch.hasEnded = true }
            try await context.saveInBackground()
        }
        while !context.isSavingInBackground, !watch.hasEnded { await Task.yield() }
        do {
            try await meanwhile(saving)
        } catch {
            gate.open()
            _ = await (saving.result, holder.result)
            throw error
        }
        gate.open()
        try await holder.value
        try await saving.value
    }

    /// Saves a context in the background, and runs a closure after the commit and before the context learns of it.
    @MainActor func saveUnsettled(
        _ context: ManagedContext, until isStored: (any Context) throws -> Bool, _ body: () throws -> Void
    ) async throws {
        let gate = ThreadGate()
        let holder = await hold(gate)
        let saving = Task { @MainActor in try await context.saveInBackground() }
        while !context.isSavingInBackground { await Task.yield() }
        gate.open()
        // The main actor is not given up from here on, so that the save cannot be settled.
        let reader = try makeContext()
        let end = ContinuousClock.now + .seconds(20)
        while try !isStored(reader), ContinuousClock.now < end { try reader.refreshAll() }
        let result = Result { try body() }
        try await holder.value
        try await saving.value
        try result.get()
    }

    /// Keeps the stack's thread busy until a gate is opened.
    private func hold(_ gate: ThreadGate) async -> Task<Void, any Error> {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let holder = Task {
            defer { begun.finish() }
            try await self.perform { _ in
                begun.finish()
                gate.pass()
            }
        }
        for await _ in beginnings {}
        return holder
    }
}
