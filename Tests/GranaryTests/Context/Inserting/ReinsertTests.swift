import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// New objects that leave a context together can be inserted again together.
@Suite(.timeLimit(.minutes(1))) struct ReinsertTests {
    @Test(arguments: [false, true], [false, true])
    func whatWasRolledBackCanBeInsertedAgain(_ split: Bool, _ resets: Bool) throws {
        let stack = try makeStack(split: split)
        let context = try stack.makeContext()
        let team = Team(code: "C", name: "Cats")
        let player = Player(name: "p", score: 1, team: team)
        try context.insert(player)
        if resets { context.reset() } else { context.rollback() }
        #expect(player.team === team)
        try context.insert(player)
        try context.save()
        #expect(player.team === team)
        let other = try stack.makeContext()
        let stored = try required(try other.fetch(Player.all).first)
        #expect(stored.team?.code == "C")
        #expect(stored.team?.name == "Cats")
    }

    @Test(arguments: [false, true]) func aNewObjectThatWasDeletedCanBeInsertedAgain(_ split: Bool) throws {
        let stack = try makeStack(split: split)
        let context = try stack.makeContext()
        let player = Player(name: "p", score: 1, team: Team(code: "C", name: "Cats"))
        try context.insert(player)
        let team = try required(player.team)
        try context.delete(player)
        try context.delete(team)
        try context.insert(player)
        try context.save()
        #expect(try stack.makeContext().count(Team.all) == 1)
        #expect(player.team === team)
    }

    @Test func listsThatHoldTheirMembersStillBringThem() throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        let team = Team(code: "C", name: "Cats")
        team.players.append(Player(name: "p", score: 1))
        try context.insert(team)
        context.rollback()
        try context.insert(team)
        try context.save()
        #expect(try stack.makeContext().count(Player.all) == 1)
    }

    @Test func aNewGraphIsDeletedAsAWholeWhateverRulesReachItTwice() throws {
        let stack = try startedStack(of: [Company.self, Department.self, Employee.self])
        let context = try stack.makeContext()
        let company = Company(id: 1)
        let department = Department(id: 1)
        let employee = Employee(id: 1)
        company.employees.append(employee)
        company.departments.append(department)
        department.employees.append(employee)
        try context.insert(company)
        try context.delete(company)
        #expect(!context.hasChanges)
        for object in [company, department, employee] as [any Model] {
            #expect(object._objectState.phase == .detached)
        }
    }
}

@Model final class Company {
    var id: Int
    @Relationship(inverse: \Employee.company, onDelete: .cascade) var employees: ToMany<Employee>
    @Relationship(inverse: \Department.company, onDelete: .cascade) var departments: ToMany<Department>
}

@Model final class Department {
    var id: Int
    @Relationship var company: Company?
    @Relationship(inverse: \Employee.department, onDelete: .cascade) var employees: ToMany<Employee>
}

@Model final class Employee {
    var id: Int
    @Relationship var company: Company?
    @Relationship var department: Department?
}
