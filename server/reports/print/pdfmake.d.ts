declare module 'pdfmake' {
  interface PdfOutput {
    getBuffer(): Promise<Buffer>;
  }
  const pdfmake: {
    setFonts(
      fonts: Readonly<Record<string, Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>>>,
    ): void;
    setUrlAccessPolicy(allow: (url: string) => boolean): void;
    setLocalAccessPolicy(allow: (path: string) => boolean): void;
    createPdf(definition: object, options?: object): PdfOutput;
  };
  export default pdfmake;
}

declare module 'fontkit' {
  export function openSync(path: string): { readonly characterSet: readonly number[] };
}
