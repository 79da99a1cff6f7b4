import Flights

/// Shows a board again whenever something on it has changed.
@MainActor final class BoardDisplay {
    private let board: Board
    private let screen: BoardScreen
    private var minutes: Int?

    /// Makes a display that shows nothing yet.
    init(_ board: Board, _ screen: BoardScreen) {
        self.board = board
        self.screen = screen
    }

    /// Shows the first lines, so that something is shown however soon the task of ``run()`` is cancelled.
    ///
    /// - Throws: any error from the query or from the output.
    func begin() async throws {
        if try await board.next() != nil { try show() }
    }

    /// Shows the board until the task is cancelled.
    ///
    /// - Throws: any error from following the query or from the output.
    func run() async throws {
        while try await board.next() != nil { try show() }
    }

    /// Shows another hour of the day.
    func clock(at hour: Int) throws {
        minutes = hour * 60
        // Before the first lines, the board has nothing to show.
        if !board.rows.isEmpty { try show() }
    }

    private func show() throws { try Console.show(screen.text(board.rows, at: minutes)) }
}
