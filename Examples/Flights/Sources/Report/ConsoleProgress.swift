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

    /// How wide the terminal is; `nil` where there is none.
    private let width: Int?
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Makes a display.
    init(width: Int? = Console.errorWidth, write: @escaping @Sendable (String) -> Void = Console.note) {
        self.width = width
        self.write = write
    }

    func begin(_ title: String, rows: Int) {
        let text = state.withLock { state in
            state = State(title: title, rows: rows, isOpen: true)
            if let width { return bar(0, state, width) }
            return "\(title): \(Wording.count(rows)) flights\n"
        }
        write(text)
    }

    func advance(to rows: Int) {
        let text: String? = state.withLock { state in
            guard state.isOpen else { return nil }
            if let width { return bar(rows, state, width) }
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
        if wasOpen, width != nil { write("\n") }
    }

    private func percent(_ rows: Int, _ state: State) -> Int {
        state.rows > 0 ? min(100, Int(100 * Double(rows) / Double(state.rows))) : 100
    }

    /// One line that takes the place of the last: at most 79 characters, and shorter than a narrow terminal.
    private func bar(_ rows: Int, _ state: State, _ width: Int) -> String {
        let percent = percent(rows, state)
        let seconds = (ContinuousClock.now - state.began) / .seconds(1)
        let cells = width < 60 ? 10 : 20
        let filled = percent * cells / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
        var end = " \(bar) \(percent) %"
        let speed = rows > 0 ? " \(Wording.rate(rows, seconds: seconds)) rows/s" : ""
        if width >= 60 { end += speed }
        // The end of a path is more informative than its beginning.
        let room = min(32, max(1, min(width, 80) - 1 - end.count))
        let title = state.title.count > room ? "…\(state.title.suffix(room - 1))" : state.title
        return "\r\u{1B}[K\((title + end).prefix(max(1, width - 1)))"
    }
}
