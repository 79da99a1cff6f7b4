import Synchronization

/// Shows progress on the error output: a bar on a terminal, else a line for every ten percent.
final class ConsoleProgress: ImportProgress {
    private struct State {
        var title = ""
        var rows = 0
        var began = ContinuousClock.now
        var shown = 0
        var isOpen = false
    }

    private let isTerminal: Bool
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Makes a display.
    init(isTerminal: Bool = Console.isWatched, write: @escaping @Sendable (String) -> Void = Console.note) {
        self.isTerminal = isTerminal
        self.write = write
    }

    func begin(_ title: String, rows: Int) {
        let text = state.withLock { state in
            state = State(title: title, rows: rows, isOpen: true)
            return isTerminal ? bar(0, state) : "\(title): \(Wording.count(rows)) flights\n"
        }
        write(text)
    }

    func advance(to rows: Int) {
        let text: String? = state.withLock { state in
            guard state.isOpen else { return nil }
            if isTerminal { return bar(rows, state) }
            let percent = percent(rows, state)
            guard percent / 10 > state.shown / 10 else { return nil }
            state.shown = percent
            return "\(state.title): \(percent) %\n"
        }
        if let text { write(text) }
    }

    func end() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if wasOpen, isTerminal { write("\n") }
    }

    private func percent(_ rows: Int, _ state: State) -> Int {
        state.rows > 0 ? min(100, Int(100 * Double(rows) / Double(state.rows))) : 100
    }

    /// One line of at most 79 characters that takes the place of the last.
    private func bar(_ rows: Int, _ state: State) -> String {
        let percent = percent(rows, state)
        let seconds = (ContinuousClock.now - state.began) / .seconds(1)
        let speed = rows > 0 ? " \(Wording.rate(rows, seconds: seconds)) rows/s" : ""
        let filled = percent / 5
        // The end of a path tells more than its beginning.
        let title = state.title.count > 32 ? "…\(state.title.suffix(31))" : state.title
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
        return "\r\u{1B}[K\(title) \(bar) \(percent) %\(speed)"
    }
}
