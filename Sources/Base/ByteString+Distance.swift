extension ByteString {
  /// The number of bytes to insert, remove or replace to get another text (Levenshtein's distance).
  ///
  /// - Parameter limit: a distance that is of no interest. Texts whose lengths differ by it are not compared.
  /// - Returns: the distance, or `limit` if it is not below that.
  public func editDistance(to other: ByteString, limit: Int) -> Int {
    if abs(count - other.count) >= limit { return limit }
    var row = Array(0...other.count)
    for index in 0..<count {
      var diagonal = row[0]
      row[0] = index + 1
      for place in 0..<other.count {
        let replaced = diagonal + (self[index] == other[place] ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(replaced, min(row[place], row[place + 1]) + 1)
      }
    }
    return min(row[other.count], limit)
  }
}
