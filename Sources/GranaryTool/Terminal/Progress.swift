import Granary

/// Shows the progress of long work on the error output.
package struct Progress: Sendable {
    let screen: Screen
    /// How long it takes before anything is shown, and between two changes.
    var interval: Duration = .milliseconds(250)

    /// Shows progress on a screen.
    package init(screen: Screen) { self.screen = screen }

    /// Carries out blocking work, on a separate thread.
    ///
    /// - Throws: any error from the work.
    func during<R: Sendable>(
        _ title: String, expecting seconds: Double? = nil, counting rows: RowCount? = nil,
        _ work: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await showing { time, width in
            Self.line(title, time, expecting: seconds, rows: rows?.progress, width: width)
        } during: {
            try await WorkerPool(size: 1, name: "granary-tool").run(work)
        }
    }

    /// Carries out work while a line, made of the time so far and the width of the screen, tells of it.
    ///
    /// - Throws: any error from the work.
    package func showing<R: Sendable>(
        _ line: @escaping @Sendable (Duration, Int) -> String, during work: () async throws -> R
    ) async throws -> R {
        let begin = ContinuousClock.now
        let display = screen.errorWidth.map { width in
            Task {
                var isShown = false
                while (try? await Task.sleep(for: interval)) != nil {
                    screen.note("\r\u{1B}[K\(line(begin.duration(to: .now), width))")
                    isShown = true
                }
                return isShown
            }
        }
        let result: Result<R, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        if let display {
            display.cancel()
            if await display.value { screen.note("\r\u{1B}[K") }
        }
        return try result.get()
    }

    /// The current progress, shorter than a line.
    static func line(
        _ title: String, _ time: Duration, expecting seconds: Double?, rows: MigrationProgress? = nil,
        width: Int
    ) -> String {
        var text = "\(title) … \(time.components.seconds) s"
        if let seconds, seconds >= 1 { text += " of about \(Int(min(seconds, 1e9).rounded(.up))) s" }
        if let rows, !rows.parts.isEmpty { text += ", \(Int(rows.fraction * 100)) % (\(rows))" }
        return String(Screen.clean(text).prefix(width - 1))
    }
}
