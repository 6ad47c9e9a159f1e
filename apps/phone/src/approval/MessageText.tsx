import styles from './approval.module.css'

// Control and format characters and all other invisible ones, except plain line ends and tabs.
const unseen = /([\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}])/u

/** The exact text to sign, with invisible characters as their codes. */
export function MessageText({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must reach the text below
    <section className={styles.message} tabIndex={0} aria-label={label} translate="no">
      {partsOf(text).map(({ start, part, isUnseen }) =>
        isUnseen ? (
          <mark key={start} className={styles.unseen}>
            U+{part.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}
          </mark>
        ) : (
          part
        ),
      )}
    </section>
  )
}

function partsOf(text: string): readonly { start: number; part: string; isUnseen: boolean }[] {
  let start = 0
  return text
    .split(unseen)
    .filter((part) => part !== '')
    .map((part) => {
      const isUnseen = unseen.test(part) && !/^[\n\r\t]$/.test(part) && [...part].length === 1
      const found = { start, part, isUnseen }
      start += part.length
      return found
    })
}
