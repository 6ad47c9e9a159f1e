/** Type, focus and buttons, shared by frame and windows. */
export const baseCss = `
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:400 16u/1.4 var(--font);color:var(--t1);text-align:start;-webkit-font-smoothing:antialiased;-moz-osx-font-smoothing:grayscale;font-variant-ligatures:no-contextual}
button,input{font:inherit;color:inherit;letter-spacing:inherit;margin:0}
h1,h2,h3,p,ul,ol,dl,dd,pre,fieldset,legend{margin:0;padding:0;font:inherit;border:0;min-width:0}
ul,ol{list-style:none}
button,a,summary{-webkit-tap-highlight-color:transparent;cursor:pointer}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
[tabindex="-1"]:focus,[tabindex="-1"]:focus-visible{outline:none}
.figures{font-variant-numeric:tabular-nums}
[hidden]{display:none!important}

.icon{flex:none;width:20u;height:20u;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.icon-button{position:relative;display:grid;place-items:center;flex:none;width:36u;height:36u;padding:0;border:0;border-radius:50%;background:none;color:var(--t2);transition:background-color .12s,color .12s}
.icon-button::after{content:"";position:absolute;inset:-4u}
.icon-button[data-copy=copied]{color:var(--gain-text)}
.icon-button[data-copy=failed]{color:var(--loss-text)}
.header .icon-button{background:var(--s1)}

.btn{position:relative;display:flex;align-items:center;justify-content:center;gap:8u;width:100%;min-height:50u;padding:12u 18u;border:0;border-radius:16r;font-weight:600;font-size:16u;line-height:1.25;letter-spacing:-.008em;text-align:center;text-decoration:none;user-select:none;-webkit-user-select:none;
 transition:background-color .12s,filter .12s,transform .12s}
.btn>span{min-width:0;overflow-wrap:anywhere}
.btn[data-kind=primary]{background:var(--accent);color:var(--accent-ink);box-shadow:inset 0 1px 0 #ffffff40}
.btn[data-kind=secondary]{background:var(--s1);color:var(--t1)}
.btn[data-kind=quiet]{background:none;color:var(--t2)}
.btn[data-kind=danger]{background:var(--loss-soft);color:var(--loss-text)}
.btn:active:not([aria-disabled]){transform:scale(.985)}
.btn[aria-disabled]{cursor:default}
.btn[data-kind=primary][aria-disabled]:not([aria-busy],.approve){background:var(--s1);color:var(--t3);box-shadow:none}
.btn[data-kind=secondary][aria-disabled]{color:var(--t3)}
.btn .icon,.btn .spinner{width:18u;height:18u}
.pair{display:flex;gap:10u}
.pair>.btn{flex:1;min-width:0;padding-inline:10u}
.text-button{position:relative;padding:0;border:0;border-radius:4r;background:none;color:var(--accent-text);font-weight:600;text-align:start}
.text-button::after{content:"";position:absolute;inset:-13u -6u}
.text-button[aria-disabled]{color:var(--t2);font-weight:500;cursor:default}
.spinner{flex:none;width:20u;height:20u;fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round;animation:spin .8s linear infinite}
@keyframes spin{to{transform:rotate(1turn)}}
@keyframes shake{12%,88%{translate:-2px}25%,75%{translate:4px}38%,62%{translate:-7px}50%{translate:7px}}
@media(hover:hover){
.icon-button:hover{background:var(--s2);color:var(--t1)}
.btn[data-kind=primary]:hover:not([aria-disabled]){filter:brightness(1.06)}
.btn[data-kind=secondary]:hover:not([aria-disabled]){background:var(--s2)}
.btn[data-kind=quiet]:hover{color:var(--t1)}
.text-button:hover:not([aria-disabled]){text-decoration:underline;text-underline-offset:3px}
}`
