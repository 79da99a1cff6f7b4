internal import Tracing

/// A closure that runs in its own context over the stores.
enum UnitOfWork {
    /// Runs the closure with stores that are held, as a part of a trace; repeats it as often as its options say.
    static func run<R>(
        _ hold: StoreHold, _ options: ContextOptions, _ cancellation: Cancellation,
        _ observer: OperationObserver?, _ trace: ServiceContext?, _ body: (Context) throws -> R
    ) throws -> R {
        guard let observer, let trace else { return try attempt(hold, options, cancellation, body) }
        return try observer.resume(trace) {
            try observer.observe(Operation(.unitOfWork)) {
                try attempt(hold, options, cancellation, body)
            }
        }
    }

    private static func attempt<R>(
        _ hold: StoreHold, _ options: ContextOptions, _ cancellation: Cancellation,
        _ body: (Context) throws -> R
    ) throws -> R {
        var left = max(options.retries, 0)
        defer { cancellation.finish() }
        while true {
            try cancellation.check()
            let context = Context(hold, options: options, cancellation: cancellation)
            defer { context.close() }
            do {
                let result = try body(context)
                try context.throwKept()
                context.warnOfForgottenSave()
                return result
            } catch is CancellationError {
                // The closure has asked by `Task.checkCancellation()`.
                try cancellation.check()
                throw CancellationError()
            } catch let error as GranaryError where left > 0 && context.mayPassWhenRepeated(error) {
                left -= 1
            }
        }
    }
}
