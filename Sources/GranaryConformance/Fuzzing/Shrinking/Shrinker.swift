/// Makes a failing program smaller for as long as it still fails.
struct Shrinker<Program> {
    /// Smaller programs to try instead of one, the boldest first.
    let candidates: (Program) -> [Program]
    /// Whether a program fails.
    let fails: (Program) -> Bool
    /// How many programs are tried.
    var budget = 2_000

    /// The smallest failing program found.
    func smallest(_ program: Program) -> Program {
        var (program, tries, isDone) = (program, 0, false)
        while !isDone, tries < budget {
            isDone = true
            for candidate in candidates(program) {
                tries += 1
                if fails(candidate) {
                    program = candidate
                    isDone = false
                    break
                }
                if tries >= budget { break }
            }
        }
        return program
    }
}

extension Array {
    /// The list without some of its elements: halves first, then smaller and smaller parts, then single elements.
    func withoutParts() -> [[Element]] {
        var lists: [[Element]] = []
        var size = count / 2
        while size >= 1 {
            var start = 0
            while start < count {
                lists.append(Array(self[..<start]) + Array(self[Swift.min(start + size, count)...]))
                start += size
            }
            size /= 2
        }
        if count == 1 { lists.append([]) }
        return lists
    }

    /// The lists in which one element is replaced by a simpler one.
    func replacingEach(_ simpler: (Element) -> [Element]) -> [[Element]] {
        indices.flatMap { position in
            simpler(self[position]).map { element in
                var list = self
                list[position] = element
                return list
            }
        }
    }
}
