import { css } from '../../styles/css.ts'

/** Styles of the receive view alone. */
export const receiveCss = css(`
.qr{position:relative;align-self:center;width:252u;padding:20u;border-radius:22r;background:#fff;box-shadow:inset 0 0 0 1px #17140614}
.qr svg{display:block;width:100%;height:auto}
.qr-dots{fill:none;stroke:var(--lk-qr-color,#17150f);stroke-width:.84;stroke-linecap:round}
.qr-frame{fill:none;stroke:var(--lk-qr-color,#17150f);stroke-width:1}
.qr-eye{fill:var(--lk-qr-color,#17150f)}
.qr svg.qr-logo{position:absolute;inset:0;margin:auto;width:46u;height:46u;border-radius:50%}
.receive-address{padding:2u 12u 4u;text-align:center;font-size:15u;color:var(--t1)}
.receive-address .address{justify-content:center}
`)
