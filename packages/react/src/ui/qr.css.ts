import { css } from '../styles/css.ts'

/** Styles of QR codes, for the views that show one. */
export const qrCss = css(`
.qr{position:relative;align-self:center;width:252u;max-width:100%;padding:20u;border-radius:22r;background:#fff;box-shadow:inset 0 0 0 1px #17140614}
.qr svg{display:block;width:100%;height:auto}
.qr-dots{fill:none;stroke:var(--lk-qr-color,#17150f);stroke-width:.84;stroke-linecap:round}
.qr-frame{fill:none;stroke:var(--lk-qr-color,#17150f);stroke-width:1}
.qr-eye{fill:var(--lk-qr-color,#17150f)}
.qr .qr-logo{position:absolute;inset:0;margin:auto;width:46u;height:46u;border-radius:50%;object-fit:cover}
`)
