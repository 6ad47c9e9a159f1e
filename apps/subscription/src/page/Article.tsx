/** Today's article: its beginning, or all of it. */
export function Article({ isWhole }: { isWhole: boolean }) {
  return (
    <article>
      <h2>The lighthouse that keeps its own books</h2>
      <p>
        For eleven winters the keeper wrote each passing ship into a ledger by hand. This spring the harbour gave the
        ledger a lock, and the keeper the only key.
      </p>
      {isWhole ? (
        <p>
          “People ask who checks me,” the keeper says, and turns the book around. Every line carries the tide, the name
          and the fee, and every captain keeps a copy. You need not take anyone’s word. That, the keeper says, is the
          point of a good book: it goes on being right when you have stopped looking.
        </p>
      ) : null}
    </article>
  )
}
