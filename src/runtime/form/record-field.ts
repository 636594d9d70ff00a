import { createForm, type Field, type Form, type GeneralField, type IFieldProps, LifeCycleTypes } from '@formily/core';
import { define, observable, reaction, toJS, untracked } from '@formily/reactive';
import { isEmptyValue } from '../../core/validation/record-environment.ts';

type FieldClass = new (address: string, props: IFieldProps, form: Form, designable: boolean) => Field;

// The class is not exported; a field of it shows it.
const FormilyField = createForm().createField({ name: 'any' }).constructor as FieldClass;

const NO_PROPS = {};

/**
 * A field of a record's form: Formily's own, with what is watched cut down to what a form draws. Formily makes 60
 * members of each field observable and looks for its parent at every reading, which together were a tenth of opening a
 * form of a thousand fields. Here a field stands at the top of its form, so that it has no parent, is checked by the
 * core, not by validators of its own, and starts with the values that its form was made with.
 */
class RecordField extends FormilyField {
  override get parent(): GeneralField {
    // Typed as always there by Formily, whose own getter gives nothing at the top of a form.
    return undefined as unknown as GeneralField;
  }

  protected override initialize(): void {
    const { title, data, pattern } = this.props;
    const [componentType, componentProps = NO_PROPS] = [this.props.component].flat();
    const [decoratorType, decoratorProps = NO_PROPS] = [this.props.decorator].flat();
    Object.assign(this, {
      initialized: false,
      feedbacks: [],
      title,
      data,
      selfPattern: pattern,
      selfDisplay: undefined,
      componentType,
      componentProps,
      decoratorType,
      decoratorProps,
    });
  }

  /** What is calculated from these, value, display, pattern and faults, is watched through them. */
  protected override makeObservable(): void {
    define(this, {
      selfDisplay: observable.ref,
      selfPattern: observable.ref,
      feedbacks: observable.ref,
      data: observable.ref,
    });
  }

  protected override makeReactive(): void {
    this.disposers.push(
      reaction(
        () => this.value,
        untracked.bound((value: unknown) => {
          this.notify(LifeCycleTypes.ON_FIELD_VALUE_CHANGE);
          if (!isEmptyValue(value) && this.display === 'none') this.keepAside(value);
        }),
      ),
      reaction(
        () => this.display,
        untracked.bound(() => this.comeOrGo()),
      ),
    );
  }

  /** A field that goes takes its value and its faults with it; one that comes back brings its value. */
  private comeOrGo(): void {
    if (this.display === 'none') {
      this.keepAside(this.value);
      this.setFeedback({ type: 'error', messages: [] });
    } else if (this.value === undefined && this.caches.value !== undefined) {
      this.setValue(this.caches.value);
      this.caches.value = undefined;
    }
  }

  private keepAside(value: unknown): void {
    this.caches.value = toJS(value);
    this.form.deleteValuesIn(this.path);
  }
}

/** Adds a field to the form of a record. */
export function createRecordField(form: Form, props: IFieldProps & { readonly name: string }): Field {
  return new RecordField(props.name, props, form, false);
}
