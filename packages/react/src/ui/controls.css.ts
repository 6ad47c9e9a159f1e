import { css } from '../styles/css.ts'

/** Buttons, tabs, fields. */
export const controlsCss = css(`
.icon{flex:none;width:20u;height:20u;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.icon-button{position:relative;display:grid;place-items:center;flex:none;width:36u;height:36u;padding:0;border:0;border-radius:50%;background:none;color:var(--t2);transition:background-color .12s,color .12s,transform .12s}
.icon-button::after{content:"";position:absolute;inset:-4u}
.icon-button[data-mirrored]:dir(rtl) .icon{transform:scaleX(-1)}
.icon-button[data-copy=copied]{color:var(--gain-text)}
.icon-button[data-copy=failed]{color:var(--loss-text)}
.header .icon-button{background:var(--s1)}

.btn{position:relative;display:flex;align-items:center;justify-content:center;gap:8u;width:100%;min-height:50u;padding:12u 18u;border:0;border-radius:16r;font-weight:600;font-size:16u;line-height:1.25;letter-spacing:-.008em;text-align:center;text-decoration:none;user-select:none;-webkit-user-select:none;
 transition:background-color .12s,filter .12s,transform .12s}
.btn>span{min-width:0;overflow-wrap:anywhere}
.btn[data-kind=primary]{background:var(--accent);color:var(--accent-ink);box-shadow:inset 0 1px 0 #ffffff40}
.btn[data-kind=secondary]{background:var(--s1);color:var(--t1)}
.btn[data-kind=quiet]{background:none;color:var(--t2)}
.btn[data-kind=danger]{background:none;color:var(--loss-text)}
.btn:active:not([aria-disabled]){transform:scale(.985)}
.btn[aria-disabled]{cursor:default}
.btn .icon,.btn .spinner{width:18u;height:18u}
.pair{display:flex;gap:10u}
.pair>.btn{flex:1;min-width:0;padding-inline:8u}
.pair>.btn[data-kind=primary]:last-child{flex:1.7}
.text-button{position:relative;padding:0;border:0;border-radius:4r;background:none;color:var(--accent-text);font-weight:600}
.text-button::after{content:"";position:absolute;inset:-13u -6u}
.text-button .spinner{width:14u;height:14u;vertical-align:-2u}

.tabs{display:flex;gap:4u;padding:4u;border-radius:14r;background:var(--s1)}
.tab{position:relative;flex:1;height:36u;padding:0 8u;border:0;border-radius:10r;background:none;color:var(--t2);font-size:14u;font-weight:600;transition:background-color .15s,color .15s}
.tab::after{content:"";position:absolute;inset:-4u 0}
.tab[aria-selected=true]{background:var(--s0);color:var(--t1);box-shadow:0 1px 3px #0000002e,0 0 0 1px var(--glint)}
.tab-panel{display:flex;flex-direction:column;gap:12u;border-radius:14r;animation:title .12s ease-out}

.search{position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:10u;height:48u;padding-block:0;padding-inline:14u 6u;border-radius:16r;background:var(--s1);box-shadow:0 -6u 0 6u var(--s0),0 6u 0 4u var(--s0);color:var(--t3)}
.search::before{content:"";position:absolute;inset:0;border-radius:inherit;background:var(--s1);z-index:-1}
.search input{flex:1;min-width:0;height:100%;padding:0;border:0;outline:0;background:none;color:var(--t1);font-size:16u}
.search:focus-within{outline:2px solid var(--accent-text);outline-offset:-2px}
.search .icon-button .icon{width:16u;height:16u}
::placeholder{color:var(--t3);opacity:1}

.text-field{display:flex;align-items:center;gap:10u;height:50u;padding-block:0;padding-inline:14u 16u;border-radius:16r;background:var(--s1);box-shadow:inset 0 0 0 1.5px transparent;color:var(--t3);transition:box-shadow .12s}
.text-field:focus-within{box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.text-field[data-invalid]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.text-field input{flex:1;min-width:0;height:100%;padding:0;border:0;outline:0;background:none;color:var(--t1);font-size:16u;text-overflow:ellipsis}
.text-field-issue{padding:0 4u;font-size:14u;font-weight:500;color:var(--loss-text)}
.form{display:flex;flex-direction:column;gap:10u}
.divider{display:flex;align-items:center;gap:12u;font-size:13u;color:var(--t3)}
.divider::before,.divider::after{content:"";flex:1;height:1px;background:var(--line)}

.consent{display:flex;flex-direction:column;padding:2u 14u;border-radius:16r;background:var(--s1);box-shadow:inset 0 0 0 1.5px transparent;transition:box-shadow .12s}
.consent[data-missing]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.consent-line{display:flex;align-items:center;gap:12u;min-height:48u;font-size:13.5u;line-height:1.4;color:var(--t2)}
.consent-line label{flex:1;padding:8u 0;cursor:pointer}
.consent-box{position:relative;display:grid;place-items:center;flex:none;width:22u;height:22u}
.consent-box::before{content:"";position:absolute;inset:-11u;z-index:0}
.consent-box input{position:relative;z-index:1;appearance:none;width:22u;height:22u;border:1.5px solid var(--t3);border-radius:7r;background:none;cursor:pointer;transition:background-color .12s,border-color .12s}
.consent-box input:checked{border-color:var(--accent);background:var(--accent)}
.consent-box .icon{position:absolute;z-index:2;width:14u;height:14u;stroke-width:3;color:var(--accent-ink);opacity:0;pointer-events:none}
.consent-box input:checked+.icon{opacity:1}
.consent-hint{padding-block-end:12u;padding-inline-start:34u;font-size:13.5u;font-weight:500;color:var(--loss-text);animation:title .12s ease-out}

.spinner{flex:none;width:20u;height:20u;fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round;animation:spin .8s linear infinite}
@keyframes spin{to{transform:rotate(1turn)}}
@media(hover:hover){
.icon-button:hover{background:var(--s2);color:var(--t1)}
.btn[data-kind=primary]:hover:not([aria-disabled]){filter:brightness(1.06)}
.btn[data-kind=secondary]:hover:not([aria-disabled]){background:var(--s2)}
.btn[data-kind=quiet]:hover{color:var(--t1)}
.btn[data-kind=danger]:hover{background:var(--loss-soft)}
.text-button:hover{text-decoration:underline;text-underline-offset:3px}
.tab:hover{color:var(--t1)}
}
@media(prefers-reduced-motion:reduce){.consent-hint{animation:none}.consent,.consent-box input{transition:none}}
@media(forced-colors:active){.consent-box input{appearance:auto}.consent-box .icon{display:none}}
`)
