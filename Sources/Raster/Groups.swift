import Graphics
import Pixels

/// Opens and closes the groups of a list while its items are made ready one after the other.
///
/// A group is an item before its own ones, which covers nothing by itself. It knows where they end, so that they can be
/// composed by themselves, and passed over where none of them is.
struct GroupNesting: ~Copyable {
  private struct Open: BitwiseCopyable {
    /// The group among the items that are ready.
    var place: Int
    /// The list's first item behind it.
    var end: Int
    var area: PixelRect
  }

  private var open = RowBuffer<Open>(capacity: 8)
  // The list's next group.
  private var next = 0

  /// Whether the item at hand belongs to a group.
  var isInside: Bool { open.count > 0 }

  /// Begins a list.
  mutating func begin() {
    open.removeAll()
    next = 0
  }

  /// Opens the groups that begin with an item of a list.
  mutating func open(at index: Int, of list: DisplayList, into items: inout RowBuffer<PreparedItem>)
  {
    while next < list.groups.count && list.groups[next].items.lowerBound == index {
      let group = list.groups[next]
      var item = PreparedItem()
      item.source = .group
      item.alpha = Lanes.level(max(0, min(1, group.alpha)))
      open.append(
        Open(
          place: items.count, end: group.items.upperBound,
          area: PixelRect(left: 0, top: 0, right: 0, bottom: 0)))
      items.append(item)
      next += 1
    }
  }

  /// Notes that an item was made ready.
  mutating func insert(_ area: PixelRect) {
    if open.count > 0 { open.modify(open.count - 1) { $0.area = $0.area.union(area) } }
  }

  /// Closes the groups that end before an item of a list.
  mutating func close(at index: Int, into items: inout RowBuffer<PreparedItem>) {
    while open.count > 0 && open[open.count - 1].end <= index {
      let group = open[open.count - 1]
      open.removeLast()
      if items.count == group.place + 1 {
        // None of its items shows.
        items.removeLast()
        continue
      }
      let end = items.count
      items.modify(group.place) { item in
        (item.left, item.top) = (group.area.left, group.area.top)
        (item.right, item.bottom) = (group.area.right, group.area.bottom)
        item.index = end
      }
      insert(group.area)
    }
  }
}

extension ListDifference {
  /// Adds all that groups hold which the other list has not got just so.
  func insertGroups(from older: DisplayList, to newer: DisplayList) {
    if older.groups == newer.groups { return }
    insertGroups(of: older, unlike: newer)
    insertGroups(of: newer, unlike: older)
  }

  private func insertGroups(of list: DisplayList, unlike other: DisplayList) {
    for group in list.groups where !other.groups.contains(group) {
      for index in group.items {
        insert(list.pixels(at: index))
        if index < other.items.count { insert(other.pixels(at: index)) }
      }
    }
  }
}
