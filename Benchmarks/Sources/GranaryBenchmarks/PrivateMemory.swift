internal import Foundation
internal import Synchronization

/// The peak of the memory of this process that belongs to no file, above the start.
///
/// Linux records the peak of all resident memory, but not of this part, so a thread looks every two milliseconds.
/// LevelDB maps its tables: their pages count as resident, are the system's cache of the files, and go when memory is
/// short.
final class PrivateMemory: Sendable {
    private let start: Int
    private let most: Atomic<Int>
    private let isEnded = Atomic<Bool>(false)

    /// Begins to look.
    init() throws {
        start = try ProcessMemory.ofNoFile()
        most = Atomic(start)
        Thread.detachNewThread { [self] in
            while !isEnded.load(ordering: .relaxed) {
                note()
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
    }

    private func note() {
        guard let bytes = try? ProcessMemory.ofNoFile() else { return }
        most.max(bytes, ordering: .relaxed)
    }

    /// Stops looking; the bytes by which the memory grew at most.
    func end() -> Int {
        note()
        isEnded.store(true, ordering: .relaxed)
        return most.load(ordering: .relaxed) - start
    }
}
