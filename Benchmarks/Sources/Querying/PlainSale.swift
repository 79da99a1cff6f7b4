internal import Workload

/// A sale as a loop without Granary has it.
final class PlainSale: Sendable {
    let id: Int
    let amount: Int
    let weight: Double
    let note: String
    /// Seconds since 1970.
    let soldAt: Int
    let shop: Int

    private init(id: Int, amount: Int, weight: Double, note: String, soldAt: Int, shop: Int) {
        self.id = id
        self.amount = amount
        self.weight = weight
        self.note = note
        self.soldAt = soldAt
        self.shop = shop
    }

    /// The sales of a run, the same ones each time; ten for each shop.
    static func all(_ count: Int) -> [PlainSale] {
        var generator = Generator(seed: 35)
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return (0..<count).map { number in
            let random = generator.next()
            let first = letters[Int(random % 26)]
            let second = letters[Int(random >> 8 % 26) % 26]
            let word = "\(first)\(second)"
            return PlainSale(
                id: number, amount: Int(random >> 16 % 1_000) % 1_000,
                weight: Double(random >> 32 % 4_000) / 8,
                note: "\(random & 1 << 40 == 0 ? word : word.uppercased())-\(number % 1_000)",
                soldAt: 1_600_000_000 + number * 617, shop: Int(random >> 20) % max(count / 10, 1))
        }
    }
}
