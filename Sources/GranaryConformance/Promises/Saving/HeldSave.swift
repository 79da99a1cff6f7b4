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

/// A background save waiting to commit, while the stack's thread is kept busy.
@MainActor private final class HeldSave {
    private let gate = ThreadGate()
    private var hasEnded = false
    private var tasks: [Task<Void, any Error>] = []

    init(of context: Context, in stack: PersistentStack) async {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let gate = gate
        tasks.append(
            Task {
                defer { begun.finish() }
                try await stack.perform { _ in
                    begun.finish()
                    gate.pass()
                }
            })
        for await _ in beginnings {}
        tasks.append(
            Task { @MainActor in
                defer { hasEnded = true }
                try await context.saveInBackground()
            })
        while !context.isSavingInBackground, !hasEnded { await Task.yield() }
    }

    func cancel() { tasks.last?.cancel() }

    /// Lets the commit begin.
    func release() { gate.open() }

    /// Waits for the end of the save; throws its error.
    func end() async throws {
        for task in tasks { _ = await task.result }
        for task in tasks { try await task.value }
    }
}

extension PersistentStack {
    /// The result of reading in a separate context, which lives as long as the closure runs.
    func reading<R>(_ body: (Context) throws -> R) throws -> R {
        let context = try makeContext()
        return try withExtendedLifetime(context) { try body(context) }
    }

    /// Saves a context in the background, and runs a closure after the save has taken its changes and before it commits
    /// them.
    ///
    /// The closure gets one that cancels the save. The stack has one thread for work.
    @MainActor func saveHeld(
        _ context: Context, _ meanwhile: @MainActor (_ cancel: () -> Void) async throws -> Void
    ) async throws {
        let save = await HeldSave(of: context, in: self)
        do {
            try await meanwhile { save.cancel() }
        } catch {
            save.release()
            try? await save.end()
            throw error
        }
        save.release()
        try await save.end()
    }

    /// Saves a context in the background, and runs a closure after the commit and before the context learns of it.
    @MainActor func saveUnsettled(
        _ context: Context, until isStored: (Context) throws -> Bool, _ body: () throws -> Void
    ) async throws {
        let save = await HeldSave(of: context, in: self)
        save.release()
        // The main actor is not given up from here on, so that the save cannot be settled.
        let result = Result {
            let reader = try makeContext()
            let end = ContinuousClock.now + .seconds(20)
            while try !isStored(reader), ContinuousClock.now < end { try reader.refreshAll() }
            try body()
        }
        try await save.end()
        try result.get()
    }
}
