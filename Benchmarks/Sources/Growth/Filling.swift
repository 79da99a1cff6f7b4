internal import Granary

/// Saves clubs with athletes, who belong to them in rotation.
func fill(_ stack: PersistentStack, clubs: Int, athletes: Int) throws {
    let context = try stack.makeContext()
    let all = (0..<max(clubs, 1)).map { Club(id: $0 + 1, name: "club \($0)") }
    for club in all { try context.insert(club) }
    for number in 0..<athletes { try context.insert(athlete(number, all[number % all.count])) }
    try context.save()
}

/// An athlete with the number in their code.
func athlete(_ number: Int, _ club: Club?) -> Athlete {
    Athlete(id: number + 1, code: "c\(number)", score: number, club: club)
}
