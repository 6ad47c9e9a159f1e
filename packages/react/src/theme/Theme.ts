/** Light, dark, or whatever the visitor's system says, live. */
export type ThemeMode = 'light' | 'dark' | 'system'

/** The values an app can set; each is also a CSS custom property `--lk-…` that the page's own CSS may set. */
export type ThemeVariables = {
  /** `--lk-accent`: primary buttons and marks. A hexadecimal colour also picks a readable ink for the text on it. */
  accent?: string
  /** `--lk-accent-ink`: text on the accent. */
  accentInk?: string
  /** `--lk-accent-text`: the accent as text; keep it at 4.5:1 against the card. */
  accentText?: string
  /** `--lk-mix`: a colour mixed into every surface. */
  mix?: string
  /** `--lk-mix-strength`: how much of it, for example `8%`. */
  mixStrength?: string
  /** `--lk-font-family`. */
  fontFamily?: string
  /** `--lk-font-size-master`: every size is a multiple of it; default `10px`. */
  fontSizeMaster?: string
  /** `--lk-radius-master`: every radius is a multiple of it; default `4px`. */
  radiusMaster?: string
  /** `--lk-z-index`: default 999. */
  zIndex?: number
  /** `--lk-qr-color`: the dots of QR codes. */
  qrColor?: string
}

/**
 * How the modal and the buttons look; `mode` is `system` when left out.
 *
 * @example { mode: 'dark', variables: { accent: '#1d4ed8', radiusMaster: '2px' } }
 */
export type Theme = { mode?: ThemeMode; variables?: ThemeVariables }
