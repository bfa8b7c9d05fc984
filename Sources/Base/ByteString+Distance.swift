extension ByteString {
  /// Returns the Levenshtein distance to another byte string: the least number of bytes to insert,
  /// remove or replace. Runs in time proportional to the product of both lengths.
  ///
  /// - Parameter limit: the largest value returned; strings whose lengths differ by it or more are
  ///   not compared.
  /// - Returns: the distance, or `limit` if the distance is not below it.
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

  /// Returns the end of an error about an unknown name: "; did you mean 'X'?", with the name that
  /// differs least; nil if each differs by more than two bytes.
  ///
  /// - Parameter names: the known names.
  public func suggestion(among names: [ByteString]) -> ByteString? {
    var (nearest, least) = (ByteString(), 3)
    for name in names {
      let distance = name.editDistance(to: self, limit: least)
      if distance < least { (nearest, least) = (name, distance) }
    }
    return nearest.isEmpty ? nil : "; did you mean '" + nearest + "'?"
  }
}
