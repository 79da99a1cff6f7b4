/// Minutes after midnight as a clock shows them.
enum ClockTime {
    /// The time, such as `05:40`; with the number of days where it is not the same day's, such as `00:15+1`.
    static func text(_ minutes: Int) -> String {
        let day = (minutes >= 0 ? minutes : minutes - 1_439) / 1_440
        let rest = minutes - day * 1_440
        let time = "\(twoDigits(rest / 60)):\(twoDigits(rest % 60))"
        return day == 0 ? time : time + (day > 0 ? "+\(day)" : "\(day)")
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
