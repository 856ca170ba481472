// Lets a browser's translation change the document below React (react#11538): it puts elements of its own in place of text
// nodes, which React later wants to remove, or to insert something before. Both would throw, and empty the page.

/** The child of this parent that holds the node now; null if none does. */
function holderOf(parent: Node, node: Node): Node | null {
  let holder: Node | null = node
  while (holder && holder.parentNode !== parent) holder = holder.parentNode
  return holder
}

/** Called before React renders. */
export function tolerateTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const holder = holderOf(this, child)
    if (holder) removeChild.call(this, holder)
    return child
  }

  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    before: Node | null,
  ): Inserted {
    insertBefore.call(this, node, before && holderOf(this, before))
    return node
  }
}
