import { css } from '../styles/css.ts'

/**
 * Styles of the three buttons. In a flex or grid container the button keeps its width, unless the page sets `--lk-button-width`.
 */
export const buttonCss = css(`
:host{display:inline-block!important;vertical-align:middle!important;width:var(--lk-button-width,fit-content)!important;max-width:100%!important}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8u;width:100%;height:44u;margin:0;padding:0 18u;border:0;border-radius:14r;
 font:600 15u/1 var(--font);letter-spacing:-.005em;font-variant-ligatures:no-contextual;white-space:nowrap;cursor:pointer;background:var(--s1);color:var(--t1);box-shadow:inset 0 0 0 1px var(--line);
 transition:background-color .12s ease,filter .12s ease,transform .12s ease;-webkit-tap-highlight-color:transparent;user-select:none;-webkit-user-select:none}
.button:dir(rtl){letter-spacing:0}
.button[data-kind=primary]{background:var(--accent);color:var(--accent-ink);box-shadow:inset 0 1px 0 #ffffff38}
.button[data-kind=warn]{background:var(--loss-soft);color:var(--loss-text);box-shadow:none}
@media(hover:hover){.button:hover{background:var(--s2)}.button[data-kind=primary]:hover{background:var(--accent);filter:brightness(1.06)}.button[data-kind=warn]:hover{background:var(--loss-soft);filter:brightness(1.06)}}
.button:active{transform:scale(.98)}
.button:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
.button[data-kind=chip]{padding-block:0;padding-inline:10u 12u}
.label{overflow:hidden;text-overflow:ellipsis;font-variant-numeric:tabular-nums;line-height:1.5}
.button[data-waits] .label:not([translate],[data-own]){visibility:hidden}
.button[data-kind=chip] .label{max-width:13em}
.value{color:var(--t2);font-weight:500;font-variant-numeric:tabular-nums}
.identicon,.picture{flex:none;display:grid;place-items:center;width:24u;height:24u;border-radius:50%;overflow:hidden;object-fit:cover;background:var(--s2);font:600 11u/1 var(--font)}
.picture::before{content:attr(data-text)}
.chevron,.spinner{flex:none;width:16u;height:16u;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;opacity:.7}
.spinner{opacity:1;animation:spin .9s linear infinite}
@keyframes spin{to{transform:rotate(1turn)}}
@media(forced-colors:active){.button{border:1px solid ButtonBorder}}
@media(prefers-reduced-motion:reduce){.button{transition:none}.spinner{animation-duration:3s}}
`)
