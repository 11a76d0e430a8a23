import { identify, trackSignup } from '@cvq/browser';
import { type ActionFunctionArgs, Form, redirect, useSearchParams } from 'react-router';
import { Field, readFields } from '../field.tsx';
import { chosen } from '../plans.ts';
import { createAccount } from '../studio.ts';

/** Tracked where it happens, in the action and not in an effect, so that no render can repeat it. */
export async function signUp({ request }: ActionFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const { plan } = chosen(searchParams);
  const field = await readFields(request);
  const person = { email: field('email'), firstName: field('firstName'), lastName: field('lastName') };
  const account = createAccount(person);
  identify(account.id, { ...person, plan: plan.id });
  trackSignup({ userId: account.id, plan: plan.id }, person);
  return redirect(`/checkout${search}`);
}

export function SignUp() {
  const [query] = useSearchParams();
  const { plan } = chosen(query);
  return (
    <>
      <title>Sign up · Lowfield Studio</title>
      <section className="narrow">
        <h1>Who is coming?</h1>
        <p className="lead">An account for the plan {plan.name}. Nothing is charged yet.</p>
        <Form method="post" className="fields">
          <Field label="First name" name="firstName" autoComplete="given-name" />
          <Field label="Last name" name="lastName" autoComplete="family-name" />
          <Field label="E-mail" name="email" type="email" autoComplete="email" />
          <button className="button" type="submit">
            Sign up
          </button>
        </Form>
      </section>
    </>
  );
}
